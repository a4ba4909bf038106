import type { Session, User } from '@vestibule/core'
import { type ComputedRef, computed, type Ref } from 'vue'
import { useAsyncData, useRequestFetch } from '#imports'

/** The session of this request: asked once while rendering on the server, and carried to the browser without tokens. */
export async function useUserSession(): Promise<{
  session: Ref<Session | null | undefined>
  user: ComputedRef<User | null>
  loggedIn: ComputedRef<boolean>
}> {
  const request = useRequestFetch()
  const { data } = await useAsyncData('vestibule:session', () => request<Session | null>('/auth/session'))
  return {
    session: data,
    user: computed(() => data.value?.user ?? null),
    loggedIn: computed(() => Boolean(data.value)),
  }
}

/** The signed-in person, or null. */
export async function useUser(): Promise<ComputedRef<User | null>> {
  return (await useUserSession()).user
}
