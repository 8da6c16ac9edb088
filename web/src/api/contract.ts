import type { apiPrefix, frontBase } from "./address";
import type { components, paths } from "./schema.gen";

/**
 * What the contract (api/openapi.json, from which schema.gen.ts is made) says of
 * a call: which paths there are, what goes with a call and what comes back.
 * Types alone live here, and nothing that is written by hand about a single
 * path: what a call takes or answers is said on the server.
 */

/** A type of the contract, by its name there. */
export type Schema<Name extends keyof components["schemas"]> =
  components["schemas"][Name];

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Short<Path> =
  Path extends `${typeof frontBase}${typeof apiPrefix}/${infer Rest}`
    ? Rest
    : Path;

/** The contract by paths as calls write them: below the prefix of the API, or whole where they stand elsewhere. */
type Calls = { [Path in keyof paths as Short<Path>]: paths[Path] };

interface Enveloped {
  responses: { 200: { content: { "application/json": { data: unknown } } } };
}

type Having<M extends Method, Operation> = {
  [Path in keyof Calls]: Calls[Path] extends Record<Lowercase<M>, Operation>
    ? Path
    : never;
}[keyof Calls];

/** The paths whose answer is an envelope. */
export type CallPath<M extends Method> = Having<M, Enveloped>;

type OperationAt<M extends Method, Path> = Path extends keyof Calls // One by one where the path is one of several.
  ? Lowercase<M> extends keyof Calls[Path]
    ? Calls[Path][Lowercase<M>]
    : never
  : never;

type DataOf<Operation> = Operation extends {
  responses: { 200: { content: { "application/json": { data: infer Data } } } };
}
  ? Data
  : never;

/** What comes back: the data of the envelope. */
export type AnswerOf<M extends Method, Path extends CallPath<M>> = DataOf<
  OperationAt<M, Path>
>;

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Q } }
  ? NonNullable<Q>
  : never;

type PlacesOf<Operation> = Operation extends { parameters: { path: infer P } }
  ? P
  : never;

type ContentOf<Operation> = Operation extends {
  requestBody?: { content: infer Content };
}
  ? Content
  : never;

type JsonOf<Operation> =
  ContentOf<Operation> extends { "application/json": infer Body }
    ? Body
    : never;

/** A call need not say it. */
type IsOptional<T, Name extends keyof T> =
  Record<never, never> extends Pick<T, Name> ? true : false;

type RequiredNames<T> = [T] extends [never]
  ? never
  : keyof {
      [Name in keyof T as IsOptional<T, Name> extends true ? never : Name]: 1;
    };

/** What may be left out may be empty: neither is sent (searchOf). */
type Asked<Q> = {
  [Name in keyof Q]:
    | Q[Name]
    | (IsOptional<Q, Name> extends true ? null | undefined | "" : never);
};

/** {name} in a path is filled from the query, unless the body has it anyway (fillPath). */
type Filling<Operation> = [PlacesOf<Operation>] extends [never]
  ? unknown
  : Omit<PlacesOf<Operation>, RequiredNames<JsonOf<Operation>>>;

/** Every call takes the answer to the question that it was refused with (everywhere in internal/platform/api). */
type Confirmed = { confirm?: string | undefined };

/** Lists of entities, and they alone tell whether others may choose a row, narrow by any field of theirs. */
type Narrowed<Q> = "valid" extends keyof Q
  ? { [Field in `f.${string}`]?: string }
  : unknown;

type Params<Operation> = ([QueryOf<Operation>] extends [never]
  ? unknown
  : Asked<QueryOf<Operation>> & Narrowed<QueryOf<Operation>>) &
  Filling<Operation> &
  Confirmed;

/** JSON leaves out what is undefined. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? {
        [Name in keyof T]:
          | Sent<T[Name]>
          | (IsOptional<T, Name> extends true ? undefined : never);
      }
    : T;

type QueryPart<Operation> =
  Record<never, never> extends Params<Operation>
    ? { query?: Params<Operation> }
    : { query: Params<Operation> };

type BodyPart<Operation> = [JsonOf<Operation>] extends [never]
  ? { body?: never }
  : Operation extends { requestBody: object }
    ? { body: Sent<JsonOf<Operation>> }
    : { body?: Sent<JsonOf<Operation>> };

type FormPart<Operation> =
  ContentOf<Operation> extends { "multipart/form-data": unknown }
    ? { form: FormData }
    : ContentOf<Operation> extends {
          "application/x-www-form-urlencoded": unknown;
        }
      ? { form: URLSearchParams }
      : { form?: never };

type OptionsOf<Operation> = QueryPart<Operation> &
  BodyPart<Operation> &
  FormPart<Operation> & { signal?: AbortSignal };

type ArgumentsOf<Options> =
  Record<never, never> extends Options
    ? [options?: Options]
    : [options: Options];

/** What goes with a call; nothing where nothing has to. */
export type CallArguments<M extends Method, Path> = Path extends keyof Calls
  ? ArgumentsOf<OptionsOf<OperationAt<M, Path>>>
  : never;

/** The body of a call, for the functions that put it together. */
export type BodyOf<M extends Method, Path extends CallPath<M>> = Sent<
  JsonOf<OperationAt<M, Path>>
>;

/** Whether a path, places filled, is one of the contract's: part by part. */
type Fits<Path, Known> = Known extends `${infer Part}/${infer Rest}`
  ? Path extends `${infer Own}/${infer Others}`
    ? Own extends Filled<Part>
      ? Fits<Others, Rest>
      : false
    : false
  : Path extends `${string}/${string}`
    ? false
    : Path extends Filled<Known>
      ? true
      : false;

type Filled<Part> = Part extends `{${string}}` ? string : Part;

type Fitting<M extends Method, Path> = {
  [Known in CallPath<M>]: Fits<Path, Known> extends true ? Known : never;
}[CallPath<M>];

/** What the contract answers to "METHOD path" with its places filled; unknown where it has no such path. */
export type AnswerTo<Key> =
  Key extends `${infer M extends Method} ${infer Path}`
    ? Path extends CallPath<M>
      ? AnswerOf<M, Path>
      : [Fitting<M, Path>] extends [never]
        ? unknown
        : AnswerOf<M, Fitting<M, Path>>
    : unknown;
