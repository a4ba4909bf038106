// Made by the module: its options, and the rules of the application that name `auth`. Nothing in it is secret.
declare module '#vestibule-options' {
  export const options: { scope?: string; session?: { idle?: number; absolute?: number } }
  export const rules: import('./server/rules').Rules
}
