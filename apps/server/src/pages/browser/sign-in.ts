// Everything the pages of sign-in do by script: one file, which the browser has after the first of them.
import './busy.ts'
import './code.ts'
import './countdown.ts'
import './mail-state.ts'
import './passkey.ts'
import './time-zone.ts'
