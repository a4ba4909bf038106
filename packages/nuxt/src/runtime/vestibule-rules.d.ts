// Made by the module: the rules of the application that name `auth`.
declare module '#vestibule-rules' {
  export const rules: import('./server/rules').Rules
}
