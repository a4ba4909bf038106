export default defineNuxtConfig({
  modules: ['@vestibule/nuxt'],
  vestibule: { scope: 'openid profile email organization organizations' },
  // Enforced on the server, before anything is rendered or served. The pages say what else they need.
  routeRules: {
    '/dashboard': { auth: { organization: true } },
    '/members': { auth: { organization: true } },
    '/settings/**': { auth: { organization: true } },
    '/billing': { auth: { organization: true } },
  },
  app: {
    head: {
      htmlAttrs: { lang: 'en' },
      titleTemplate: '%s · Notes',
      meta: [
        { name: 'description', content: 'Notes your whole team can see' },
        { name: 'color-scheme', content: 'light dark' },
        { name: 'theme-color', content: '#ffffff', media: '(prefers-color-scheme: light)' },
        { name: 'theme-color', content: '#181c1a', media: '(prefers-color-scheme: dark)' },
      ],
      link: [
        { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
        { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
      ],
    },
  },
  css: ['~/assets/vestibule.css', '~/assets/style.css'],
  // All styles are in this sheet, so that the content security policy can forbid those in pages.
  features: { inlineStyles: false },
  compatibilityDate: '2026-11-01',
  telemetry: false,
})
