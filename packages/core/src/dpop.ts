// `@vestibule/core/dpop`: access tokens that are bound to a key, for an application that gets them and calls APIs with them.

export type { DPoP } from './model/dpop.ts'
export { createDPoP, type DPoPOptions } from './provider/dpop-client.ts'
