// What Nuxt provides under these names in the application that uses the module.
declare module '#imports' {
  export {
    abortNavigation,
    createError,
    defineNuxtPlugin,
    defineNuxtRouteMiddleware,
    type NuxtApp,
    navigateTo,
    useNuxtApp,
    useRequestEvent,
    useRequestFetch,
    useRoute,
    useRouter,
    useState,
  } from 'nuxt/app'
  /** Of Nitro: the rules of the route that a request is for. */
  export function getRouteRules(event: import('h3').H3Event): { cache?: unknown; isr?: unknown }
  /** What of it this module reads: an application's own types of it are made when it is built. */
  export function useRuntimeConfig(): { app: { baseURL: string } }
}
