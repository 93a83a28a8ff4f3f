import { keepShared, sharedIn, SHARE_PATH } from '../share/shared-store.ts'

/**
 * Answers what the system's share sheet posts: it is kept on this device, and a page asks where it shall go. Works
 * without a network, and nothing leaves the device by it.
 */
export async function takeShare(request: Request): Promise<Response> {
  await keepShared(sharedIn(await request.formData()))
  // 303: the page is asked for by GET, so that a reload does not share again.
  return Response.redirect(SHARE_PATH, 303)
}
