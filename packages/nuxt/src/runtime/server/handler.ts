import { defineEventHandler, sendWebResponse, toWebRequest } from 'h3'
import { auth } from './auth'

/** `/auth/**`: login, callback, logout, session. */
export default defineEventHandler(async (event) => sendWebResponse(event, await auth().handle(toWebRequest(event))))
