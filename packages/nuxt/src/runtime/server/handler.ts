import { defineEventHandler, sendWebResponse } from 'h3'
import { auth } from './auth.ts'
import { webRequestOf } from './request.ts'

/** `/auth/**`: login, callback, logout, refresh, session. */
export default defineEventHandler(async (event) => sendWebResponse(event, await auth().handle(webRequestOf(event))))
