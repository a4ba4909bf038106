import type { SqlStore } from '../../../store/connections/sql.ts'
import { findThemeImage } from '../../../store/hot/themes.ts'
import { type ImageType, isImageDigest, isImageType } from './images.ts'

/** An image of any theme by its digest, whether it is published or still a draft. Null if there is none. */
export async function findStoredImage(
  { db }: { db: SqlStore },
  digest: string,
): Promise<{ type: ImageType; bytes: Uint8Array<ArrayBuffer> } | null> {
  if (!isImageDigest(digest)) return null
  const image = await findThemeImage(db, digest)
  return image && isImageType(image.mime)
    ? { type: image.mime, bytes: new Uint8Array(Buffer.from(image.data, 'base64')) }
    : null
}
