import { disablePerson } from '../../../flows/management/directory.ts'
import { findListedPeople, type ListedPerson } from '../../../flows/management/people/people-list.ts'
import { signOutPerson } from '../../../flows/management/person-access.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { isSubject } from '../../../flows/platform/subjects.ts'
import { logFailure } from '../../../http/api-errors.ts'
import { HttpError } from '../../../http/http-error.ts'
import { queryParams } from '../../../http/query.ts'
import { seeOther } from '../../../http/responses.ts'
import { ChosenPeople, type LeftOut } from '../../../pages/console/people/people-acts.tsx'
import { ask } from '../../../pages/question.tsx'
import { joinParts } from '../../../pages/table.tsx'
import type { Words } from '../../../words/index.ts'
import { askToConfirm } from '../../acts.tsx'
import { perPage } from '../../listing.ts'
import { openTexts, sealTexts } from '../../sealed-links.ts'
import type { ConsoleForm, ConsoleRequest } from '../request.ts'
import { labelOf, nameOf, shownAddressOf } from './labels.ts'

/** An act on several people: that of the page of one person (person-acts.ts), for each. */
interface PeopleAct {
  permission: 'people:write'
  label(words: Words): string
  /** What happens to each of them. */
  text(words: Words): string
  applies(person: ListedPerson): boolean
  run(form: ConsoleForm, id: string): Promise<void>
}

export const peopleActs: ReadonlyMap<string, PeopleAct> = new Map<string, PeopleAct>([
  [
    'disable',
    {
      permission: 'people:write',
      label: ({ admin }) => admin.disable,
      text: ({ manage }) => manage.ask.disable.text,
      applies: ({ disabledAt }) => disabledAt === null,
      run: ({ deps, actor }, id) => disablePerson(deps, actor, id, true),
    },
  ],
  [
    'enable',
    {
      permission: 'people:write',
      label: ({ admin }) => admin.enable,
      text: ({ console }) => console.people.askEnableText,
      applies: ({ disabledAt }) => disabledAt !== null,
      run: ({ deps, actor }, id) => disablePerson(deps, actor, id, false),
    },
  ],
  [
    'sign-out',
    {
      permission: 'people:write',
      label: ({ admin }) => admin.signOutEverywhere,
      text: ({ manage }) => manage.ask.signOut.text,
      applies: () => true,
      run: ({ deps, actor }, id) => signOutPerson(deps, actor, id),
    },
  ],
])

/** Why nothing was done for somebody: the code before their id in a sealed link. */
type Reason = 'state' | 'rank' | 'failed'

const purpose = 'people acts'

/** Asks about the people that a form names, and then does the act for each. `list`: the page that the form is on. */
export async function actOnPeople(form: ConsoleForm, list: string): Promise<Response> {
  const name = form.value('action')
  const act = peopleActs.get(name)
  if (!act) throw new HttpError(400, 'there is no such act')
  const ids = [...new Set(form.params.all('person'))]
  if (ids.length > perPage) throw new HttpError(400, `at most ${perPage} people can be chosen`)
  if (ids.length === 0) return seeOther(withResult(form, list, []))
  const people = await findListedPeople(form.deps, ids.filter(isSubject))
  if (form.value('confirm') !== 'yes') return askAbout(form, { name, act, ids, people, list })
  const left: `${Reason}:${string}`[] = []
  for (const person of people) {
    const reason = act.applies(person) ? await reasonAfter(form, act.run(form, person.id)) : 'state'
    if (reason) left.push(`${reason}:${person.id}`)
  }
  const done = people.length - left.length
  return seeOther(withResult(form, list, [name, String(done), String(ids.length), ...left]))
}

/** Why it was not done, or null if it was. An error ends nothing: the page says to whom it was done, and to whom not. */
async function reasonAfter({ deps, c }: ConsoleForm, run: Promise<void>): Promise<Reason | null> {
  try {
    await run
    return null
  } catch (error) {
    // Somebody who was deleted meanwhile counts as one who is not there.
    if (error instanceof OperationRefused && error.reason === 'not-found') return 'state'
    if (error instanceof OperationRefused && error.problem === 'higher-operator') return 'rank'
    logFailure(deps, error, c)
    return 'failed'
  }
}

interface Asked {
  name: string
  act: PeopleAct
  ids: readonly string[]
  people: readonly ListedPerson[]
  list: string
}

function askAbout(form: ConsoleForm, { name, act, ids, people, list }: Asked): Promise<Response> {
  const { frame, addressText, params } = form
  const { words } = frame
  const { bulk, mergeNotFound } = words.console.people
  const labels = people.map(
    (person) => joinParts(nameOf(person), addressText(shownAddressOf(person))) || labelOf(person, addressText),
  )
  const unknown = ids.length - people.length
  const question = {
    ...ask(act.label(words), `${bulk.each({ count: String(people.length) })} ${act.text(words)}`, act.label(words)),
    details: <ChosenPeople labels={unknown > 0 ? [...labels, `${mergeNotFound} (${unknown})`] : labels} />,
  }
  const rest = params.entries().filter(([field]) => !['action', 'person', 'confirm'].includes(field))
  const fields = { ...Object.fromEntries(rest), action: name, person: ids }
  return askToConfirm(form, question, fields, list)
}

/** The address of the list that says what was done. It is sealed: nobody else's link says that something was. */
const withResult = ({ deps }: ConsoleRequest, list: string, result: readonly string[]): string =>
  `${list}${list.includes('?') ? '&' : '?'}${new URLSearchParams({ acted: sealTexts(deps, purpose, result) })}`

/** What the link says that was done, and to whom it was not. Null: nothing. */
export async function resultOf(
  request: ConsoleRequest,
): Promise<{ notice: string; leftOut: readonly LeftOut[] } | null> {
  const { c, deps, frame, addressText } = request
  const { words } = frame
  const { bulk, states, mergeNotFound } = words.console.people
  const sealed = c.req.method === 'GET' ? queryParams(c.req.raw).get('acted') : undefined
  const result = sealed ? openTexts(deps, purpose, sealed) : null
  if (!result) return null
  const [name = '', count = '0', total = '0', ...left] = result
  const act = peopleActs.get(name)
  if (!act) return { notice: bulk.nobody, leftOut: [] }
  const reasons = new Map(left.map((text) => [text.slice(text.indexOf(':') + 1), text.slice(0, text.indexOf(':'))]))
  const people = await findListedPeople(deps, [...reasons.keys()])
  const texts = new Map([
    ['rank', words.problems['higher-operator']],
    ['failed', words.error.failedTitle],
  ])
  const leftOut = people.map((person) => ({
    label: labelOf(person, addressText),
    reason: texts.get(reasons.get(person.id) ?? '') ?? (person.disabledAt ? states.disabled : states.active),
  }))
  const unknown = Number(total) - Number(count) - people.length
  return {
    notice: bulk.done({ act: act.label(words), count, total }),
    leftOut: unknown > 0 ? [...leftOut, { label: String(unknown), reason: mergeNotFound }] : leftOut,
  }
}
