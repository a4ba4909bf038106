import { type Context, Hono } from 'hono'
import { fieldColumn, type InvitationRow, parseInvitationRows } from '../../flows/organizations/invitations/csv-rows.ts'
import { fieldsToInviteWith } from '../../flows/organizations/invitations/invitation-fields.ts'
import {
  checkInvitationRows,
  inviteByRows,
  invitesOwner,
} from '../../flows/organizations/invitations/invitation-import.ts'
import { parseTypedAddresses } from '../../flows/organizations/invitations/typed-addresses.ts'
import { readRoles } from '../../flows/organizations/rules.ts'
import { findTeamByName, listTeams, teamCount } from '../../flows/organizations/teams.ts'
import type { Problem } from '../../flows/platform/operation-refused.ts'
import { formField, formParams, uploadOf } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { rightsLimits } from '../../oidc/permissions.ts'
import {
  type ImportErrorWord,
  InvitationImportPage,
  InvitationPreviewPage,
  InvitationResultPage,
  InvitePage,
  type InvitePageProps,
  RowsToSend,
} from '../../pages/organizations/invite.tsx'
import { roleBoxes } from '../../pages/rights.tsx'
import { addressWithNotice } from '../done-notices.ts'
import { perPage, rowsFrom } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import {
  type OrganizationPages,
  type OrganizationRequest,
  organizationFrame,
  rolesToGive,
  tabAddress,
} from './request.ts'
import { roleChoice } from './roles/role-choice.ts'

const maxFile = 256 * 1024

const fields = ['addresses', 'role', 'team', 'client'] as const

/** Inviting people: by their addresses, or by a file. What would happen is shown wherever it is not what was asked for. */
export function inviteRoutesAt(pages: OrganizationPages, context: PageContext): Hono {
  const path = `${pages.route}/members/invite`
  const importPath = `${pages.route}/members/import`
  return new Hono()
    .get(path, async (c) => {
      const addresses = formField(queryParams(c.req.raw), 'email').slice(0, 254)
      return showInvite(await pages.open(context, c, 'invitations'), { typed: { addresses } })
    })
    .post(path, async (c) => {
      const params = await formParams(c.req.raw)
      const typed = Object.fromEntries(fields.map((name) => [name, formField(params, name)]))
      const others = params.all(roleBoxes.name).slice(0, rightsLimits.rolesOfMember)
      const recent = invitesOwner({ role: roleOf(typed, others) })
      return inviteTyped(await pages.open(context, c, 'invitations', { submitted: params, recent }), typed, others)
    })
    .get(importPath, async (c) => {
      await pages.open(context, c, 'invitations')
      // A file is not kept while an operator confirms that it is them, so they do that before the form.
      return showImport(await pages.open(context, c, 'invitations', {}))
    })
    .post(importPath, async (c) => {
      const request = await pages.open(context, c, 'invitations', { submitted: 'file' })
      const upload = await readUpload(c)
      if (!upload.ok) return showImport(request, upload)
      const rows = await checkInvitationRows(context.deps, request.actor, request, upload.rows)
      return page(<InvitationPreviewPage frame={organizationFrame(request)} rows={rows} />)
    })
    .post(`${importPath}/send`, async (c) => {
      const request = await pages.open(context, c, 'invitations', { submitted: 'file' })
      const upload = await readUpload(c)
      if (!upload.ok) return showImport(request, upload)
      if (upload.rows.some(invitesOwner))
        await pages.open(context, c, 'invitations', { submitted: 'file', recent: true })
      return sendInvitations(request, upload.rows, upload.client)
    })
}

/** The roles as a row of a file has them. */
const roleOf = ({ role = '' }: Record<string, string>, others: readonly string[]): string =>
  [role, ...others].join(' ').trim()

function showImport(request: OrganizationRequest, refused?: { error: ImportErrorWord; pasted: string }) {
  const { deps, actor, roles } = request
  const columns = fieldsToInviteWith(deps, actor, roles).map((key) => `${fieldColumn}${key}`)
  const props = { frame: organizationFrame(request), columns, ...refused }
  return page(<InvitationImportPage {...props} />, { status: refused ? 422 : 200 })
}

interface Shown extends Partial<Pick<InvitePageProps, 'typed' | 'error' | 'children'>> {
  /** The keys of the roles whose boxes were ticked. */
  others?: readonly string[]
}

/** The page, with the problems of what was typed before. */
export async function showInvite(
  request: OrganizationRequest,
  { typed = {}, others = [], ...shown }: Shown,
  problems: Record<string, Problem> = {},
): Promise<Response> {
  const { deps } = request
  const refused = shown.error || Object.keys(problems).length > 0
  return page(
    <InvitePage
      frame={organizationFrame(request, problems)}
      roles={rolesToGive(request)}
      boxes={(await roleChoice(request))
        .filter(({ mayGive }) => mayGive)
        .map((box) => ({ ...box, held: others.includes(box.key) }))}
      teams={(await teamCount(deps, request)) <= perPage ? await listTeams(deps, request, rowsFrom(null)) : null}
      clients={[...deps.clients.all()].filter(({ initiateLoginUri }) => initiateLoginUri)}
      typed={typed}
      {...shown}
    />,
    { status: refused ? 422 : 200 },
  )
}

/** Invites at once, unless something about an address has to be said first. */
async function inviteTyped(
  request: OrganizationRequest,
  typed: Record<string, string>,
  others: readonly string[],
): Promise<Response> {
  const { deps, actor } = request
  const { addresses = '', role = '', team = '', client = '' } = typed
  const parsed = parseTypedAddresses(addresses, { role: roleOf(typed, others), team: team.trim() })
  if (!parsed.ok) return showInvite(request, { typed, others, error: parsed.error })
  const problems: Record<string, Problem> = {}
  if (!readRoles([role || 'member'])) problems.role = 'choose-one'
  if (team.trim() && !(await findTeamByName(deps, request, team.trim()))) problems.team = 'not-available'
  if (client && !deps.clients.find(client)) problems.client = 'not-available'
  if (Object.keys(problems).length > 0) return showInvite(request, { typed, others }, problems)
  const rows = await checkInvitationRows(deps, actor, request, parsed.rows)
  if (rows.every(({ problem, invited }) => problem === null && !invited))
    return sendInvitations(request, parsed.rows, client)
  const children = <RowsToSend frame={organizationFrame(request)} rows={rows} client={client} />
  return showInvite(request, { typed, others, children })
}

async function sendInvitations(
  request: OrganizationRequest,
  rows: readonly InvitationRow[],
  client: string,
): Promise<Response> {
  const { deps, actor, languages } = request
  const clientId = client && deps.clients.find(client) ? client : null
  const sent = await inviteByRows(deps, actor, request, rows, { clientId, languages })
  if (sent.some(({ problem }) => problem !== null))
    return page(<InvitationResultPage frame={organizationFrame(request)} rows={sent} />, { status: 422 })
  return seeOther(addressWithNotice(deps, tabAddress(request, 'invitations'), ['people-invited', String(sent.length)]))
}

/** The rows of the file or, without one, those that were pasted. */
async function readUpload(c: Context) {
  const upload = await uploadOf(c.req.raw, maxFile)
  const pasted = upload.field('rows')
  const client = upload.field('client')
  const file = await upload.file('file')
  const text = file ? textOf(file) : pasted
  if (text === null) return { ok: false, error: 'unreadable', pasted } as const
  return { ...parseInvitationRows(text), pasted, client }
}

function textOf(file: Uint8Array): string | null {
  if (file.length > maxFile) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return null
  }
}
