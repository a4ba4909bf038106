import { Hono } from 'hono'
import { type DirectoryUser, getPerson } from '../../../flows/management/directory.ts'
import { deviceOfSession, exportPersonByOperator, viewPerson } from '../../../flows/management/people/person-details.ts'
import { showAddresses } from '../../../flows/management/person-access.ts'
import { findClientNames } from '../../../flows/platform/clients/client-names.ts'
import { OperationRefused, type Problem } from '../../../flows/platform/operation-refused.ts'
import { isSubject } from '../../../flows/platform/subjects.ts'
import { HttpError } from '../../../http/http-error.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { queryParams } from '../../../http/query.ts'
import { json, page, seeOther } from '../../../http/responses.ts'
import { AddressesPage, PersonPage } from '../../../pages/console/people/person.tsx'
import { withWideNetwork } from '../../activity.ts'
import { type Acts, runAct } from '../../acts.tsx'
import { formStatus, problemText } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { type AddressText, consoleEventNames, withoutAddresses } from '../event-names.ts'
import { type ConsoleForm, type ConsoleRequest, noticeOf, openConsole, openForm } from '../request.ts'
import { labelOf, pathOfPerson, shownAddressOf } from './labels.ts'
import { actFields, type PersonForm, personActs, personNotice } from './person-acts.ts'

const path = '/admin/people/:user'
const addressesPath = '/admin/people/:person/addresses'

export const personRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showPerson(await openConsole(context, c, 'people:read')))
    .post(path, async (c) => changePerson(await openForm(context, c, 'people:write', acts)))
    // The whole addresses of a person, by a click that is recorded.
    .get(addressesPath, async (c) => {
      await openConsole(context, c, 'people:show-addresses')
      return seeOther(`${context.base}${pathOfPerson(pathParameter(c, 'person'))}`)
    })
    .post(addressesPath, async (c) => {
      const { deps, actor, frame, addressText } = await openConsole(context, c, 'people:show-addresses')
      const id = pathParameter(c, 'person')
      const label = labelOf(await getPerson(deps, actor, id), addressText)
      const addresses = await showAddresses(deps, actor, id)
      return page(<AddressesPage frame={frame} person={{ id, label }} addresses={addresses} />)
    })
    // Where the page was before the console, for old links.
    .get('/admin/users/:user', (c) => seeOther(`${context.base}${pathOfPerson(pathParameter(c, 'user'))}`))

/** The acts of the page, and the download of what is known about the person, which its page asks for. */
const acts: Acts<PersonForm> = new Map([...personActs, ['export', { permission: 'people:delete', run: sendExport }]])

async function showPerson(request: ConsoleRequest, problem?: Problem): Promise<Response> {
  const { context, deps, base, c, actor, frame, role, may, addressText } = request
  const id = pathParameter(c, 'user')
  const before = c.req.method === 'GET' ? (queryParams(c.req.raw).get('before') ?? null) : null
  if (before !== null && !isSubject(before)) throw new HttpError(400, 'this is not a session')
  const details = await viewPerson(deps, actor, id, before)
  const { person, memberships, olderSessions, events, ...shown } = details
  const own = `${base}${pathOfPerson(id)}`
  const label = labelOf(person, addressText)
  return page(
    <PersonPage
      {...shown}
      frame={frame}
      notice={noticeFor(request, label, person)}
      path={own}
      person={{
        id,
        label,
        addresses: addressesOf(person, addressText),
        unverified: person.emails.length === 0 && person.unverifiedAddress !== null,
        disabled: person.disabledAt !== null,
        createdAt: person.createdAt,
        lastSignInAt: person.lastSignInAt,
        pictureId: person.pictureId,
      }}
      memberships={memberships.map(({ organizationId, ...membership }) => ({
        ...membership,
        id: organizationId,
        href: `${base}/admin/organizations/${organizationId}`,
      }))}
      olderSessions={olderSessions && `${own}?before=${olderSessions}`}
      events={(role === 'viewer' ? events.map(withoutAddresses) : events).map(withWideNetwork)}
      nameOf={await consoleEventNames(context, addressText, events)}
      allEvents={`${base}/admin/audit?${new URLSearchParams({ about: id })}`}
      signInHelp={may('people:addresses') ? signInHelpOf(base, shownAddressOf(person)) : null}
      hasFields={deps.fields.of('person').length > 0}
      may={{ write: may('people:write'), delete: may('people:delete') }}
      shortened={!may('people:addresses')}
      problem={problemText(frame, problem)}
    />,
    formStatus(problem),
  )
}

const signInHelpOf = (base: string, address: string) =>
  address ? `${base}/admin/why?${new URLSearchParams({ address })}` : null

/** What was just done. Null: what the sealed link says, if it says anything. */
function noticeFor({ c, frame, addressText }: ConsoleRequest, label: string, person: DirectoryUser): string | null {
  if (c.req.method !== 'GET') return ''
  return personNotice(frame, noticeOf(c), label, addressText(shownAddressOf(person))) || null
}

const addressesOf = ({ emails, unverifiedAddress }: DirectoryUser, addressText: AddressText) =>
  [...emails, ...(emails.length === 0 && unverifiedAddress ? [{ ...unverifiedAddress, isPrimary: true }] : [])]
    .map(({ address, isPrimary }) => ({ address: addressText(address), primary: isPrimary }))
    .sort((a, b) => Number(b.primary) - Number(a.primary) || (a.address < b.address ? -1 : 1))

async function changePerson(form: ConsoleForm): Promise<Response> {
  const action = form.value('action')
  const value = (name: string) => form.value(name).replaceAll('\0', '').trim().slice(0, 254)
  const userId = pathParameter(form.c, 'user')
  const own = `${form.base}${pathOfPerson(userId)}`
  const confirmed = value('confirm') === 'yes'
  if (!acts.has(action) || (action === 'export' && !confirmed)) throw new HttpError(400, 'there is no such act')
  const toMerge = (rest = {}) => seeOther(`${own}/merge?${new URLSearchParams({ other: value('other'), ...rest })}`)
  // What a merge moves is its question.
  if (action === 'merge' && !(confirmed && value('plan'))) return toMerge()
  const named = confirmed ? { name: '', address: '', device: '', application: '' } : await namesFor(form, userId, value)
  try {
    return await runAct(acts, { ...form, ...named, value, userId, own }, own, actFields)
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error
    if (action === 'merge' && error.reason !== 'not-found') return toMerge({ done: error.reason })
    const problem = error.problem ?? (error.reason === 'last-owner' ? 'last-owner' : null)
    if (problem) return showPerson(form, problem)
    throw error
  }
}

/** What a question names. */
async function namesFor({ deps, actor, addressText }: ConsoleForm, userId: string, value: ConsoleForm['value']) {
  const person = await getPerson(deps, actor, userId)
  const client = value('client')
  return {
    name: labelOf(person, addressText),
    address: addressText(shownAddressOf(person)),
    device: await deviceOfSession(deps, userId, value('session')),
    application: (await findClientNames(deps, [client])).get(client) ?? client,
  }
}

async function sendExport({ deps, actor, userId }: PersonForm): Promise<Response> {
  return json(await exportPersonByOperator(deps, actor, userId), 200, {
    'Content-Disposition': 'attachment; filename="account.json"',
  })
}
