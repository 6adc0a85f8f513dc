import { index, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  index("pages/home.tsx"),
  route("add-new-coffee", "pages/add-new-coffee.tsx"),
  route("coffee-details/:id", "pages/coffee-details.tsx"),
  route("update-coffee/:id", "pages/update-coffee.tsx"),
  route("*", "pages/not-found.tsx"),
] satisfies RouteConfig;
