import { Hono } from 'hono'
import { type ProfileForm, profileFields, profileForm } from '../../../flows/account/profile-form.ts'
import { type DirectoryUser, editPerson, getPerson, getProfile } from '../../../flows/management/directory.ts'
import { getOrganizationOverview } from '../../../flows/management/organization-directory.ts'
import { createUnverifiedPerson } from '../../../flows/management/people/new-person.ts'
import { type Role, readRoles, roleNames } from '../../../flows/organizations/rules.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { EditPersonPage, NewPersonPage } from '../../../pages/console/people/edit.tsx'
import { profileChoices } from '../../account/profile.tsx'
import { problemText } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, openConsole, openForm } from '../request.ts'
import { labelOf, pathOfPerson } from './labels.ts'

const newPath = '/admin/people/new'
const editPath = '/admin/people/:user/edit'

/** Making an account for somebody, and changing the profile of one. */
export const editPersonRoutes = (context: PageContext) =>
  new Hono()
    .get(newPath, async (c) => showNew(await openConsole(context, c, 'people:write'), { role: 'member' }, true))
    .post(newPath, async (c) => create(await openForm(context, c, 'people:write')))
    .get(editPath, async (c) => showEdit(await openConsole(context, c, 'people:write')))
    .post(editPath, async (c) => save(await openForm(context, c, 'people:write')))

type Problems = Partial<Record<string, string>>

const newFields = ['email', 'given_name', 'family_name', 'locale', 'zoneinfo', 'organization', 'role'] as const

function showNew(
  { deps, frame, may }: ConsoleRequest,
  values: Record<string, string>,
  mailed: boolean,
  problems: Problems = {},
): Promise<Response> {
  return page(
    <NewPersonPage
      frame={frame}
      values={values}
      problems={problems}
      phoneVerified={false}
      verifiesPhones={false}
      others
      {...profileChoices(deps.languages, { locale: null, zoneinfo: null })}
      roles={may('organizations:write') ? [...roleNames].reverse() : null}
      mailed={mailed}
    />,
    { status: Object.keys(problems).length > 0 ? 422 : 200 },
  )
}

async function create(form: ConsoleForm): Promise<Response> {
  const { deps, base, actor, context, c, value, frame } = form
  const values = Object.fromEntries(newFields.map((name) => [name, value(name).trim().slice(0, 500)]))
  const mailed = value('mailed') === 'yes'
  const given = newFields.slice(1, 5).flatMap((name) => (values[name] ? [[name, values[name]]] : []))
  try {
    const invitation = values.organization ? await invitationOf(form, values) : null
    const { languages } = context.visitor(c)
    const profile = Object.fromEntries(given) as Partial<ProfileForm>
    const wanted = { email: values.email ?? '', form: profile, invitation, mailed, languages }
    const id = await createUnverifiedPerson(deps, actor, wanted)
    return seeOther(`${base}${pathOfPerson(id)}?done=created`)
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error
    return showNew(form, values, mailed, problemsOf(frame, error))
  }
}

/** Where the form invites to. An operator who may not invite there is refused as everywhere else. */
async function invitationOf({ deps, may }: ConsoleForm, { organization, role }: Record<string, string>) {
  if (!may('organizations:write')) throw new OperationRefused('forbidden', 'organization', 'not-allowed-here')
  const roles: readonly Role[] | null = readRoles([role || 'member'])
  if (!roles) throw new OperationRefused('invalid', 'role', 'choose-one')
  const found = await getOrganizationOverview(deps, organization ?? '').catch((error) => {
    throw error instanceof OperationRefused ? new OperationRefused('not-found', 'organization') : error
  })
  return { organizationId: found.organization.id, roles }
}

async function showEdit(request: ConsoleRequest, typed?: Record<string, string>, problems: Problems = {}) {
  const { deps, base, c, actor, frame, addressText } = request
  const id = pathParameter(c, 'user')
  const person = await getPerson(deps, actor, id)
  const profile = await getProfile(deps, actor, id)
  const values = typed ?? { ...profileForm(profile), email: person.unverifiedAddress?.address ?? '' }
  const { languages, config } = deps
  return page(
    <EditPersonPage
      frame={frame}
      person={{ label: labelOf(person, addressText), path: `${base}${pathOfPerson(id)}` }}
      version={typed?.version ?? String(person.updatedAt.getTime())}
      unverified={isUnverified(person)}
      values={{ ...values, locale: languages.find(values.locale ?? '') ?? values.locale ?? '' }}
      problems={problems}
      phoneVerified={profile.phoneVerified && values.phone === profile.phone}
      verifiesPhones={config.sms !== null}
      others
      {...profileChoices(languages, profile)}
      problem={problems['']}
    />,
    { status: Object.keys(problems).length > 0 ? 422 : 200 },
  )
}

const isUnverified = ({ emails, unverifiedAddress }: DirectoryUser): boolean =>
  emails.length === 0 && unverifiedAddress !== null

async function save(form: ConsoleForm): Promise<Response> {
  const { deps, base, c, actor, params, value, frame } = form
  const id = pathParameter(c, 'user')
  const before = profileForm(await getProfile(deps, actor, id))
  // A field that the form did not send keeps its value.
  const profile = Object.fromEntries(
    profileFields.map((name) => [name, params.get(name) === undefined ? before[name] : value(name)]),
  ) as ProfileForm
  const version = value('version')
  const email = params.get('email') === undefined ? undefined : value('email')
  try {
    if (!/^\d{1,15}$/.test(version)) throw new OperationRefused('changed-meanwhile')
    await editPerson(deps, actor, id, { form: profile, email }, Number(version))
    return seeOther(`${base}${pathOfPerson(id)}?done=saved`)
  } catch (error) {
    if (!(error instanceof OperationRefused) || error.reason === 'not-found') throw error
    return showEdit(form, { ...profile, version, email: email ?? '' }, problemsOf(frame, error))
  }
}

/** What is wrong, by field; under an empty name what no field of the form is about. */
function problemsOf(frame: ConsoleRequest['frame'], { reason, field, problem }: OperationRefused): Problems {
  const { words } = frame
  if (reason === 'changed-meanwhile') return { '': words.org.changedMeanwhile }
  if (reason === 'taken') return { email: words.problems['address-taken'] }
  if (field === 'organization' && !problem) return { organization: words.console.people.noOrganization }
  if (field === 'roles') return { role: problemText(frame, problem) }
  return { [field === 'user' || !field ? '' : field]: problemText(frame, problem) ?? words.org.forbidden }
}
