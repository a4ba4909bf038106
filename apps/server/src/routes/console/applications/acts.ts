import type { ClientManager } from '../../../flows/management/clients/client-managers.ts'
import { dropClientSecret, rotateClientSecret } from '../../../flows/management/clients/client-secrets.ts'
import { deleteClient, disableClient, restoreClient } from '../../../flows/management/clients/client-state.ts'
import type { Deps } from '../../../flows/platform/deps.ts'
import type { Words } from '../../../words/index.ts'

type ApplicationWords = Words['console']['applications']

/** What an operator does with an application, by a button of its page. */
export interface ApplicationAct {
  /** What is asked first. Acts without a question harm nobody, and can be undone. */
  question?: keyof ApplicationWords['ask']
  /** The sentence that says what happened. */
  done: keyof ApplicationWords['done']
  /** Returns a secret to show, once. */
  run(deps: Deps, manager: ClientManager, id: string, version: number | undefined): Promise<string | undefined>
}

const act = (
  done: ApplicationAct['done'],
  question: ApplicationAct['question'] | null,
  run: (deps: Deps, manager: ClientManager, id: string, version: number | undefined) => Promise<unknown>,
): ApplicationAct => ({
  ...(question ? { question } : {}),
  done,
  run: async (...given) => {
    const made = await run(...given)
    return typeof made === 'string' ? made : undefined
  },
})

/** A Map, because the name comes from a form. */
export const applicationActs: ReadonlyMap<string, ApplicationAct> = new Map([
  ['rotate', act('saved', 'rotate', rotateClientSecret)],
  [
    'drop-old',
    act('secretDropped', 'dropOld', (deps, manager, id, version) =>
      dropClientSecret(deps, manager, id, 'current', version),
    ),
  ],
  [
    'drop-new',
    act('secretDropped', 'dropNew', (deps, manager, id, version) =>
      dropClientSecret(deps, manager, id, 'next', version),
    ),
  ],
  ['disable', act('disabled', 'disable', (deps, manager, id) => disableClient(deps, manager, id, true))],
  ['enable', act('enabled', null, (deps, manager, id) => disableClient(deps, manager, id, false))],
  ['delete', act('deleted', 'delete', deleteClient)],
  ['restore', act('restored', null, restoreClient)],
])
