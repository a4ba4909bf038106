declare module 'passport-openidconnect' {
  export const Strategy: new (options: object, verify: (...args: never[]) => void) => import('passport').Strategy
}
