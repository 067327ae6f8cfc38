import { z } from './zod.ts';

/** Which part of a list is answered; `total` is the length of the whole. */
export const PageQuery = z.object({
  offset: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;
