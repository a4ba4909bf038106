export default defineNuxtConfig({
  modules: ['@vestibule/nuxt'],
  vestibule: { scope: 'openid profile email organization organizations' },
  // Enforced on the server, before anything is rendered or served.
  routeRules: {
    '/dashboard': { auth: { organization: true } },
    '/admin/**': { auth: true },
  },
  css: ['~/assets/style.css'],
  compatibilityDate: '2026-11-01',
  telemetry: false,
})
