// Made by the module when an application is built. Nothing in them is secret.

/** For the server: the module's options, the rules of the application that name `auth`, and its `server/vestibule.ts`. */
declare module '#vestibule-options' {
  export const options: Partial<import('@vestibule/core').AuthOptions>
  export const rules: import('./rules.ts').Rules
  export const given: import('./server/options.ts').VestibuleOptions
}

/** For the app. */
declare module '#build/vestibule-app.mjs' {
  export const rules: import('./rules.ts').Rules
  export const basePath: string
}
