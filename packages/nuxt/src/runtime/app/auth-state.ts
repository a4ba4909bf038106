import type { Session, User } from '@vestibule/core'
import { defineComponent, type SlotsType } from 'vue'
import { type UserSession, useUserSession } from './user-session'

interface AuthStateSlot extends Pick<UserSession, 'login' | 'logout' | 'refresh'> {
  loggedIn: boolean
  ready: boolean
  user: User | null
  session: Session | null
}

/** `<AuthState v-slot="{ loggedIn, user }">`: who is signed in, for display. Data is guarded on the server. */
export default defineComponent({
  name: 'AuthState',
  slots: Object as SlotsType<{ default: AuthStateSlot }>,
  async setup(_props, { slots }) {
    const { session, user, loggedIn, ready, login, logout, refresh } = await useUserSession()
    return () =>
      slots.default?.({
        loggedIn: loggedIn.value,
        ready: ready.value,
        user: user.value,
        session: session.value ?? null,
        login,
        logout,
        refresh,
      })
  },
})
