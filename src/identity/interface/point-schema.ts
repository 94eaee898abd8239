/** The points of charts in the OpenAPI document. */
import type { JsonObject } from "../../core/json.ts";
import { reference } from "./component.ts";
import type { Component } from "./endpoint.ts";

export const pointComponent: Component = {
  name: "Coordinate",
  schema: {
    type: "object",
    required: ["x_cord", "y_cord"],
    properties: {
      x_cord: { type: "integer", format: "int64", readOnly: true, description: "Milliseconds since the epoch." },
      y_cord: { type: "integer", readOnly: true },
    },
  },
};

/** A chart: 24 points, newest first. */
export const pointsSchema: JsonObject = { type: "array", items: reference("Coordinate"), readOnly: true };
