// What few applications need, in one file that is imported when the first of it is: each file more costs its name at the start. It
// imports types only: what it shared with the rest of core, bundlers would put into files of their own.

export { ApiKeys } from './api-keys.ts'
export { DPoPProofs } from './dpop-proofs.ts'
export { logoutTokenOf } from './logout-token.ts'
