import type { ReactNode } from 'react'

export const metadata = { title: 'Vestibule · Next.js' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body
        style={{ fontFamily: 'system-ui', maxWidth: '40rem', margin: '4rem auto', padding: '0 1rem', lineHeight: 1.6 }}
      >
        {children}
      </body>
    </html>
  )
}
