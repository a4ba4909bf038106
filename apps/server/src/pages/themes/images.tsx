import { type AccountFrame, ConfirmForm } from '../account/layout.tsx'
import { ActForm } from '../act-form.tsx'
import { Problem, Technical } from '../layout.tsx'
import { Row, Rows } from '../table.tsx'

/** An image of the theme, and the name that its form sends. */
export interface ShownImage {
  name: 'logo' | 'logo_dark' | 'icon'
  url: string | null
}

interface ImageFormsProps {
  frame: AccountFrame
  address: string
  revision: string
  images: readonly ShownImage[]
  /** Where an organization has a logo besides. */
  logoUrl: string | null
  problem?: string
}

/** A form for each image, since each is uploaded by itself. */
export const ImageForms = ({ frame, address, revision, images, logoUrl, problem }: ImageFormsProps) => {
  const words = frame.words.console.themes
  const labels = { logo: words.logo, logo_dark: words.logoDark, icon: words.icon }
  if (images.length === 0 && logoUrl === null) return null
  return (
    <>
      <h2>{words.images}</h2>
      <p class="hint" id="image-hint">
        {words.imageHint}
      </p>
      <Problem id="image-problem" text={problem} />
      {/* A file is not kept while its person confirms that it is them. */}
      {!frame.recent && <ConfirmForm frame={frame} action={address} field={['action', 'confirm']} />}
      <Rows>
        {images.map(({ name, url }) => (
          <Row title={labels[name]} details={url && <img class="theme-image" src={url} alt={labels[name]} />}>
            {frame.recent && (
              <ImageForm
                frame={frame}
                address={address}
                revision={revision}
                image={{ name, url }}
                label={labels[name]}
              />
            )}
          </Row>
        ))}
        {logoUrl && (
          <Row title={words.logoUrl} hints={[<Technical>{logoUrl}</Technical>]}>
            <ActForm
              action={address}
              fields={{ action: 'remove-logo-url' }}
              label={frame.words.me.remove}
              about={words.logoUrl}
              look="danger"
            />
          </Row>
        )}
      </Rows>
    </>
  )
}

type ImageFormProps = Pick<ImageFormsProps, 'frame' | 'address' | 'revision'> & { image: ShownImage; label: string }

const ImageForm = ({ frame, address, revision, image, label }: ImageFormProps) => {
  const { upload } = frame.words.console.themes
  const { remove } = frame.words.me
  return (
    <form method="post" action={`${address}/images`} enctype="multipart/form-data">
      <input type="hidden" name="name" value={image.name} />
      <input type="hidden" name="revision" value={revision} />
      <input
        type="file"
        name="image"
        accept="image/png,image/jpeg,image/webp"
        aria-label={label}
        aria-describedby="image-hint"
      />
      <button type="submit" name="action" value="upload" class="secondary" aria-label={`${upload}: ${label}`}>
        {upload}
      </button>
      {image.url && (
        <button type="submit" name="action" value="remove" class="danger" aria-label={`${remove}: ${label}`}>
          {remove}
        </button>
      )}
    </form>
  )
}
