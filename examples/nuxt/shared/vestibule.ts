// Written by `npx @vestibule/cli permissions`. Call it again instead of editing it.

/** For the option `permissions` of the SDK. */
export const permissions = {
  'notes.clear': {},
} as const

declare module '@vestibule/nuxt/server' {
  interface Register {
    permission: keyof typeof permissions
  }
}
