import { Hono } from 'hono'
import { digest } from '../../../crypto/random.ts'
import { listOperatorRoles } from '../../../flows/management/rights/operator-roles.ts'
import { countUses, writePermissionsDocument } from '../../../flows/management/rights/permission-lists.ts'
import type { PermissionsDifference } from '../../../flows/management/rights/permission-losses.ts'
import { putPermissions } from '../../../flows/management/rights/permissions.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { formField, formParams } from '../../../http/forms.ts'
import { page, seeOther } from '../../../http/responses.ts'
import {
  InvalidPermissions,
  maxPermissionsDocument,
  parsePermissionsDocument,
} from '../../../oidc/permissions-document.ts'
import { PermissionChanges, PermissionsDocumentPage } from '../../../pages/console/rights/document.tsx'
import { OperatorRolesPage, PermissionsPage } from '../../../pages/console/rights/permissions.tsx'
import { askToConfirm, noticeAt } from '../../acts.tsx'
import { mapRows, pageOfAll } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import { groupsOf } from '../../rights.ts'
import { type ConsoleForm, type ConsoleRequest, openConsole, openConsoleToAct } from '../request.ts'

const path = '/admin/permissions'
const editPath = `${path}/edit`

/** A document as a form sends it: up to three bytes for a character. */
const maxBody = 3 * maxPermissionsDocument + 4096

/** What people can be allowed to do, and the roles that every organization can give. */
export const permissionRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showPermissions(await openConsole(context, c, 'roles:read')))
    .get('/admin/roles', async (c) => showRoles(await openConsole(context, c, 'roles:read')))
    // What was typed would be lost, so the sign-in comes before the form.
    .get(editPath, async (c) => {
      const request = await openConsoleToAct(context, c, 'roles:write')
      if (variableOf(request) !== null) throw new OperationRefused('read-only')
      return showDocument(request, { text: await writePermissionsDocument(context.deps, request.actor) })
    })
    .post(editPath, async (c) => {
      const params = await formParams(c.req.raw, maxBody)
      const request = await openConsoleToAct(context, c, 'roles:write')
      return change({ ...request, params, value: (name) => formField(params, name) })
    })

/** The variable that decides; null where the console does. */
const variableOf = ({ deps }: ConsoleRequest): string | null =>
  deps.config.permissions === null ? null : 'PERMISSIONS_FILE'

async function showPermissions(request: ConsoleRequest): Promise<Response> {
  const { deps, base, c, actor, frame, may } = request
  await deps.permissions.refresh()
  const all = groupsOf(deps, frame.words, deps.permissions.declared).flatMap(({ of, permissions }) =>
    permissions.map((permission) => ({ ...permission, of })),
  )
  const list = pageOfAll(c, `${base}${path}`, all, ({ id }) => id)
  const used = new Map((await countUses(deps, actor, list.rows)).map((permission) => [permission.id, permission]))
  return page(
    <PermissionsPage
      frame={frame}
      variable={variableOf(request)}
      mayChange={may('roles:write')}
      permissions={mapRows(list, (row) => ({ ...row, roles: 0, holders: 0, ...used.get(row.id) }))}
    />,
  )
}

async function showRoles(request: ConsoleRequest): Promise<Response> {
  const { deps, actor, frame, may } = request
  return page(
    <OperatorRolesPage
      frame={frame}
      variable={variableOf(request)}
      mayChange={may('roles:write')}
      roles={await listOperatorRoles(deps, actor)}
    />,
  )
}

const showDocument = (
  { frame }: ConsoleRequest,
  { text, fault = null, unchanged = false }: { text: string; fault?: string | null; unchanged?: boolean },
): Promise<Response> =>
  page(<PermissionsDocumentPage frame={frame} text={text} fault={fault} unchanged={unchanged} />, {
    status: fault === null ? 200 : 422,
  })

/** Shows what a document would change, and changes it once the operator has agreed to that and nothing else. */
async function change(form: ConsoleForm): Promise<Response> {
  const { deps, actor, value } = form
  const text = value('document')
  try {
    const document = parsePermissionsDocument(text)
    const difference = await putPermissions(deps, actor, document, { dryRun: true, allowRemoval: true })
    const changes = changesOf(difference)
    if (changes.length === 0) return showDocument(form, { text, unchanged: true })
    const version = digest(JSON.stringify(difference))
    if (value('confirm') !== 'yes' || value('version') !== version)
      return ask(form, changes, { document: text, version })
    await putPermissions(deps, actor, document, { dryRun: false, allowRemoval: true })
    return seeOther(noticeAt(form, path, ['permissions-saved']))
  } catch (error) {
    if (error instanceof InvalidPermissions) return showDocument(form, { text, fault: error.message })
    throw error
  }
}

type Change = ReturnType<typeof changesOf>[number]

function ask(form: ConsoleForm, changes: readonly Change[], fields: Record<string, string>): Promise<Response> {
  const { rights } = form.frame.words
  const question = {
    title: rights.applyTitle,
    details: <PermissionChanges frame={form.frame} changes={changes} />,
    button: rights.apply,
    look: changes.some(({ members, more }) => members > 0 || more) ? 'danger' : 'primary',
  } as const
  return askToConfirm(form, question, fields, `${form.base}${editPath}`)
}

/** In the order and with the signs of the command line (`vestibule apply`). */
function changesOf(difference: PermissionsDifference) {
  const { added, changed, narrowed, returned, removed, rolesAdded, rolesChanged, rolesRemoved } = difference
  const bare = (sign: string, names: readonly string[]) =>
    names.map((name) => ({ text: `${sign} ${name}`, roles: 0, members: 0, more: false }))
  const counted = (sign: string, losses: PermissionsDifference['removed']) =>
    losses.map(({ name, ...loss }) => ({ text: `${sign} ${name}`, ...loss }))
  return [
    ...bare('+', added),
    ...bare('~', changed),
    ...counted('!', narrowed),
    ...counted('+', returned),
    ...counted('−', removed),
    ...bare('+ role', rolesAdded),
    ...counted('~ role', rolesChanged),
    ...counted('− role', rolesRemoved),
  ]
}
