// It has no types of its own; this is what the tests use.
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'
  export default class Provider {
    constructor(issuer: string, options: Record<string, unknown>)
    callback(): RequestListener
  }
}
