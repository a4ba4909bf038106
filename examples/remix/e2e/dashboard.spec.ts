import { expect, test } from './fixtures'

test('a stranger is asked to sign in', async ({ page, vestibule }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL(new RegExp(`^${vestibule.issuer}/`))
  await expect(page.locator('[name=email]')).toBeVisible()
})

test('an owner adds a note', async ({ page, signInAs }) => {
  await signInAs({ email: 'ada@example.com', organization: 'Acme', role: 'owner' })
  await page.goto('/dashboard')
  await page.waitForLoadState('networkidle')
  await page.locator('[name=text]').fill('Written in a test')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.locator('.note-text')).toHaveText('Written in a test')
})

test('the notes of an organization are not those of another', async ({ page, signInAs }) => {
  await signInAs({ email: 'grace@example.com', organization: 'Compilers' })
  await page.goto('/dashboard')
  await expect(page.locator('body')).toContainText('Compilers')
  await expect(page.locator('.note-text')).toHaveCount(0)
})

test('who is not an owner deletes no notes', async ({ page, signInAs }) => {
  await signInAs({ email: 'ada@example.com', organization: 'Acme', role: 'owner' })
  await page.goto('/settings/delete-notes')
  await expect(page.locator('[name=confirmation]')).toBeVisible()
  await signInAs({ email: 'grace@example.com', organization: 'Acme', role: 'member' })
  await page.goto('/settings/delete-notes')
  await expect(page.locator('[name=confirmation]')).toHaveCount(0)
})

test('somebody signs up with a mailed code', async ({ page, vestibule }) => {
  await page.goto('/dashboard')
  await page.locator('[name=email]').fill('new@example.com')
  await page.locator('button.primary').click()
  await page.locator('[name=code]').fill(await vestibule.lastCode('new@example.com'))
  await page.locator('button.primary').click()
  await expect(page.locator('[name=given_name]')).toBeVisible()
})
