import { useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/** Clears the field of a form that was accepted: Remix leaves in it what was typed. */
export function useClearedField(name: string, isRefused: boolean) {
  const field = useRef<HTMLInputElement>(null)
  const wasSending = useRef(false)
  const isSending = useNavigation().formData?.has(name) ?? false
  useEffect(() => {
    if (wasSending.current && !isSending && !isRefused && field.current) field.current.value = ''
    wasSending.current = isSending
  }, [isSending, isRefused])
  return { field, isSending }
}
