import type { FetchError } from 'ofetch'

/** By the address of the form: answers to what was sent without scripts. */
export const useFormAnswers = () => useState<Record<string, FormAnswer>>('form-answers', () => ({}))

/**
 * A form that works without scripts: `<form method="post" :action="action" @submit.prevent="submit">`. With them, the page stays
 * where it is: `saved` is called after a success, to load again what has changed.
 */
export function useForm(action: string, saved: () => unknown = () => {}) {
  const pending = ref(false)
  const answer = ref<FormAnswer>(useFormAnswers().value[action] ?? {})

  async function submit({ target }: Event): Promise<void> {
    if (pending.value) return
    const fields = new FormData(target as HTMLFormElement)
    pending.value = true
    try {
      const body = new URLSearchParams(fields as unknown as Record<string, string>)
      answer.value = await $fetch<FormAnswer>(action, { method: 'POST', body })
      await saved()
    } catch (error) {
      answer.value = await answerOf(error as FetchError<FormAnswer>)
    } finally {
      pending.value = false
    }
  }
  return { pending, answer, submit }
}

async function answerOf(error: FetchError<FormAnswer>): Promise<FormAnswer> {
  if (error.statusCode === 422 && error.data) return error.data
  // Signed out meanwhile, or for too long: the page itself knows where to go.
  if (error.statusCode === 401) {
    reloadNuxtApp({ force: true })
    return {}
  }
  if (error.statusCode === 403) return { problem: 'You may not do this any more.' }
  return { problem: 'That did not work. Try again in a minute.' }
}
