import { configurationErrorPage } from '@vestibule/core'
import { defineEventHandler, sendWebResponse } from 'h3'
import { auth } from './auth'
import { webRequestOf } from './request'

/** `/auth/**`: login, callback, logout, refresh, session. */
export default defineEventHandler(async (event) => {
  const request = webRequestOf(event)
  try {
    auth()
  } catch (error) {
    return sendWebResponse(event, await configurationErrorPage(error, request, import.meta.dev === true))
  }
  return sendWebResponse(event, await auth().handle(request))
})
