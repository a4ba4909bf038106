// A photo is larger than what the server takes: it is made smaller here. What is no image goes as it is, and is refused there.
const field = document.querySelector<HTMLInputElement>('input[data-picture]')
const accepted = { bytes: 512 * 1024, side: 2048, types: ['image/jpeg', 'image/png', 'image/webp'] }
/** Pixels of the longer side: sharp at every size in which a picture of a person is shown. */
const newSide = 1024

async function smaller(file: File): Promise<File | null> {
  const image = await createImageBitmap(file)
  const longer = Math.max(image.width, image.height)
  if (longer <= accepted.side && file.size <= accepted.bytes && accepted.types.includes(file.type)) return null
  const scale = Math.min(1, newSide / longer)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const type = file.type === 'image/jpeg' ? file.type : 'image/webp'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85))
  return blob && new File([blob], file.name, { type: blob.type })
}

async function replaceFile(target: HTMLInputElement, file: File): Promise<void> {
  const replaced = await smaller(file).catch(() => null)
  // Another file may have been chosen meanwhile.
  if (!replaced || target.files?.[0] !== file) return
  const files = new DataTransfer()
  files.items.add(replaced)
  target.files = files.files
}

if (field) {
  let pending: Promise<void> | null = null
  field.addEventListener('change', () => {
    const file = field.files?.[0]
    if (!file) return
    const work = replaceFile(field, file).finally(() => {
      if (pending === work) pending = null
    })
    pending = work
  })
  field.form?.addEventListener('submit', (event) => {
    if (!pending) return
    event.preventDefault()
    const button = event.submitter
    pending.then(() => field.form?.requestSubmit(button))
  })
}
