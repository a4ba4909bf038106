import { defineEventHandler, sendWebResponse } from 'h3'
import { auth } from './auth'
import { webRequestOf } from './request'

/** `/auth/**`: login, callback, logout, refresh, session. */
export default defineEventHandler(async (event) => sendWebResponse(event, await auth().handle(webRequestOf(event))))
