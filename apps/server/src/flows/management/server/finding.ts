/** The result of one check: `failed` keeps the server from working, `unwise` does not. */
export interface Finding {
  state: 'ok' | 'failed' | 'unwise'
  what: string
}
