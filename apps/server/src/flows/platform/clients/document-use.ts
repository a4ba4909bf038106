import { countApproval } from '../../../store/hot/client-documents.ts'
import type { Deps } from '../deps.ts'
import { keptUsed } from './client-documents.ts'

/** Somebody has allowed a client with a metadata document: its copy is kept for as long as its grant may last unused. */
export const noteDocumentUse = ({ db, now }: Pick<Deps, 'db' | 'now'>, url: string): Promise<void> =>
  countApproval(db, url, new Date(now().getTime() + keptUsed))
