// Exact pixels: pictures in memory, drawing rules, scenes and SVG to pictures, PNG in and out.
#pragma once

#include "raster/apng.h"
#include "raster/bitmap.h"
#include "raster/draw.h"
#include "raster/image.h"
#include "raster/paint_scene.h"
#include "raster/png.h"
#include "raster/render.h"
#include "raster/svg.h"
