// What Nuxt provides under #imports in the application that uses the module.
declare module '#imports' {
  export { abortNavigation, defineNuxtRouteMiddleware, navigateTo, useAsyncData, useRequestFetch } from 'nuxt/app'
}
