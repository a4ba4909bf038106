import type { Session, User } from '@vestibule/core'
import { defineComponent, type SlotsType } from 'vue'
import { useUserSession } from './user-session'

/** `<AuthState v-slot="{ loggedIn, user }">`: who is signed in, for what is shown. What is secret is guarded on the server. */
export default defineComponent({
  name: 'AuthState',
  slots: Object as SlotsType<{ default: { loggedIn: boolean; user: User | null; session: Session | null } }>,
  async setup(_props, { slots }) {
    const { session, user, loggedIn } = await useUserSession()
    return () => slots.default?.({ loggedIn: loggedIn.value, user: user.value, session: session.value ?? null })
  },
})
