import { dropClientSecret, rotateClientSecret } from '../../../flows/management/clients/client-secrets.ts'
import { deleteClient, disableClient, restoreClient } from '../../../flows/management/clients/client-state.ts'
import type { ManagedClient } from '../../../flows/management/clients/clients.ts'
import type { Words } from '../../../words/index.ts'
import { type Act, actsOf } from '../../acts.tsx'
import { type ConsoleForm, managerOf, versionOf } from '../request.ts'
import { showSecret } from './secret.tsx'

type ApplicationWords = Words['console']['applications']

export interface ApplicationForm extends ConsoleForm {
  application: ManagedClient
  /** The address of its page. */
  address: string
}

/** An act that asks a question of the application's, if it has one there, and shows the secret that it makes. */
const act = (
  done: keyof ApplicationWords['done'],
  asked: keyof ApplicationWords['ask'] | null,
  run: (form: ApplicationForm, manager: ReturnType<typeof managerOf>, id: string) => Promise<unknown>,
): Act<ApplicationForm> => ({
  question:
    asked === null
      ? undefined
      : ({ console: { applications } }, { application: { client, stored } }) => ({
          ...applications.ask[asked],
          title: applications.ask[asked].title({ name: client.name }),
          // Tied to what the operator saw: sent a second time, it changes nothing.
          fields: { version: String(stored?.record.changeNumber ?? '') },
        }),
  async run(form) {
    const { application, deps, address, frame } = form
    const secret = await run(form, managerOf(form), application.client.id)
    if (typeof secret !== 'string') return `${address}?done=${done}`
    return showSecret(frame, deps.config.issuer, application.client, secret)
  },
})

export const applicationActs = actsOf({
  rotate: act('saved', 'rotate', (form, manager, id) => rotateClientSecret(form.deps, manager, id, versionOf(form))),
  'drop-old': act('secretDropped', 'dropOld', (form, manager, id) =>
    dropClientSecret(form.deps, manager, id, 'current', versionOf(form)),
  ),
  'drop-new': act('secretDropped', 'dropNew', (form, manager, id) =>
    dropClientSecret(form.deps, manager, id, 'next', versionOf(form)),
  ),
  disable: act('disabled', 'disable', ({ deps }, manager, id) => disableClient(deps, manager, id, true)),
  enable: act('enabled', null, ({ deps }, manager, id) => disableClient(deps, manager, id, false)),
  delete: act('deleted', 'delete', (form, manager, id) => deleteClient(form.deps, manager, id)),
  restore: act('restored', null, ({ deps }, manager, id) => restoreClient(deps, manager, id)),
})
