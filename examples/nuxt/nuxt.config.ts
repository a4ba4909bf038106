export default defineNuxtConfig({
  modules: ['@vestibule/nuxt'],
  compatibilityDate: '2026-11-01',
  telemetry: false,
})
