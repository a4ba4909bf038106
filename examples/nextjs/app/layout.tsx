import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { Header } from '../components/header'
import './vestibule.css'
import './style.css'

export const metadata: Metadata = {
  title: { default: 'Notes', template: '%s · Notes' },
  description: 'Notes your whole team can see',
}
export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#181c1a' },
  ],
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <a className="skip" href="#main">
          Skip to the content
        </a>
        <Header />
        {children}
        <footer className="foot">
          <p>Notes is a starter for applications with organizations. Sign-in by Vestibule.</p>
        </footer>
      </body>
    </html>
  )
}
