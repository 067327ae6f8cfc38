import { z } from './zod.ts';

/** The requested section of a list; `total` is the length of the whole list. */
export const PageQuery = z.object({
  offset: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;
