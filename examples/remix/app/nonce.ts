import { createContext } from 'react'

/** The nonce of the page's Content-Security-Policy. Undefined in the browser, which hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)
