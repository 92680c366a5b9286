# shape: square
# expect: other pillow
from PIL import Image, ImageDraw
im = Image.new('L', (200, 200), 255)
d = ImageDraw.Draw(im)
d.rectangle([50, 50, 150, 150], outline=0)
im.show()
