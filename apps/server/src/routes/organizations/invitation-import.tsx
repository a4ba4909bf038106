import { type Context, Hono } from 'hono'
import { type InvitationRow, parseInvitationRows } from '../../flows/organizations/invitations/csv-rows.ts'
import { checkInvitationRows, inviteByRows } from '../../flows/organizations/invitations/invitation-import.ts'
import { uploadOf } from '../../http/forms.ts'
import { page, seeOther } from '../../http/responses.ts'
import {
  InvitationImportPage,
  InvitationPreviewPage,
  InvitationResultPage,
} from '../../pages/organizations/invitation-import.tsx'
import type { PageContext } from '../page-context.ts'
import { addressOfSaid } from '../said.ts'
import { type Entrance, type OrganizationRequest, organizationFrame, tabAddress } from './request.ts'

const maxFile = 256 * 1024

/** Inviting the people of a file: the file is read, what would happen is shown, and then it happens. */
export function invitationImportRoutesAt(entrance: Entrance, context: PageContext): Hono {
  const path = `${entrance.route}/members/import`
  return new Hono()
    .get(path, async (c) => {
      await entrance.open(context, c, 'invitations')
      // A file is not kept while an operator confirms that it is them, so they do that before the form.
      const request = await entrance.open(context, c, 'invitations', {})
      return page(<InvitationImportPage frame={organizationFrame(request)} />)
    })
    .post(path, async (c) => {
      const request = await entrance.open(context, c, 'invitations', { submitted: 'file' })
      const upload = await readUpload(c)
      if (!upload.ok)
        return page(
          <InvitationImportPage frame={organizationFrame(request)} pasted={upload.pasted} error={upload.error} />,
          { status: 422 },
        )
      const rows = await checkInvitationRows(context.deps, request.actor, request, upload.rows)
      return page(<InvitationPreviewPage frame={organizationFrame(request)} rows={rows} />)
    })
    .post(`${path}/send`, async (c) => {
      const request = await entrance.open(context, c, 'invitations', { submitted: 'file' })
      const upload = await readUpload(c)
      if (!upload.ok)
        return page(<InvitationImportPage frame={organizationFrame(request)} error={upload.error} />, { status: 422 })
      return sendInvitations(context, request, upload.rows)
    })
}

async function sendInvitations(
  { deps }: PageContext,
  request: OrganizationRequest,
  rows: readonly InvitationRow[],
): Promise<Response> {
  const { actor, languages } = request
  const sent = await inviteByRows(deps, actor, request, rows, languages)
  if (sent.some(({ problem }) => problem !== null))
    return page(<InvitationResultPage frame={organizationFrame(request)} rows={sent} />, { status: 422 })
  return seeOther(addressOfSaid(deps, tabAddress(request, 'invitations'), ['people-invited', String(sent.length)]))
}

/** The rows of the file or, without one, those that were pasted. */
async function readUpload(c: Context) {
  const upload = await uploadOf(c.req.raw, maxFile)
  const pasted = upload.field('rows')
  const file = await upload.file('file')
  const text = file ? textOf(file) : pasted
  if (text === null) return { ok: false, error: 'unreadable', pasted } as const
  return { ...parseInvitationRows(text), pasted }
}

function textOf(file: Uint8Array): string | null {
  if (file.length > maxFile) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return null
  }
}
