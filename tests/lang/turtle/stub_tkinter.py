"""As much of tkinter as CPython's turtle module asks for, without a display.

The canvas keeps its items in display order, numbered like Tk numbers them; windows, events and
timers do nothing. install() puts it into sys.modules.
"""

import math
import sys
import types

DISPLAY = (1920, 1080)

COLORS = {
    "black": (0, 0, 0), "white": (255, 255, 255), "red": (255, 0, 0), "green": (0, 128, 0),
    "blue": (0, 0, 255), "yellow": (255, 255, 0), "orange": (255, 165, 0), "purple": (128, 0, 128),
    "gray": (128, 128, 128), "light blue": (173, 216, 230), "darkslategray4": (82, 139, 139),
    "misty rose": (255, 228, 225), "gold": (255, 215, 0), "tomato": (255, 99, 71),
}


class TclError(Exception):
    pass


def rgb(color):
    """The 8-bit components; TclError for what is not a colour."""
    text = str(color)
    if text.startswith("#"):
        digits = text[1:]
        each, rest = divmod(len(digits), 3)
        try:
            int(digits, 16)
            if rest or not 1 <= each <= 4 or not digits.isalnum():
                raise ValueError(text)
        except ValueError:
            raise TclError("invalid color name %r" % text)
        parts = [digits[i * each:(i + 1) * each] for i in range(3)]
        return tuple(int((part * 2)[:2] if each == 1 else part[:2], 16) for part in parts)
    if text.lower() not in COLORS:
        raise TclError("unknown color name %r" % text)
    return COLORS[text.lower()]


class Widget:
    def __init__(self, master=None, **options):
        self.master = master
        self.tk = self
        self.options = dict(options)

    def winfo_toplevel(self):
        return self.master or self

    def bind(self, *args, **kw):
        pass

    def unbind(self, *args, **kw):
        pass

    def mainloop(self):
        pass


def _ignored(self, *args, **kw):
    pass


class Tk(Widget):
    size = (1, 1)

    title = wm_protocol = destroy = _ignored

    def geometry(self, text):
        width, height = text.split("+")[0].split("-")[0].split("x")
        self.size = (int(width), int(height))

    def winfo_screenwidth(self):
        return DISPLAY[0]

    def winfo_screenheight(self):
        return DISPLAY[1]


class Frame(Widget):
    rowconfigure = columnconfigure = pack = grid = _ignored

    def winfo_width(self):
        return self.master.size[0]

    def winfo_height(self):
        return self.master.size[1]


class Scrollbar(Widget):
    grid = grid_forget = set = _ignored


class Canvas(Widget):
    def __init__(self, master=None, **options):
        Widget.__init__(self, master, **options)
        self.items = {}
        self.order = []
        self.last = 0

    def xview(self, *args):
        pass

    def yview(self, *args):
        pass

    def grid(self, *args, **kw):
        pass

    def xview_moveto(self, *args):
        pass

    def yview_moveto(self, *args):
        pass

    def winfo_width(self):
        return self.master.size[0]

    def winfo_height(self):
        return self.master.size[1]

    def winfo_rgb(self, color):
        return rgb(color)

    def configure(self, **options):
        if options.get("bg") is not None:
            rgb(options["bg"])
        self.options.update({k: v for k, v in options.items() if v is not None})

    def config(self, **options):
        self.configure(**options)

    def cget(self, key):
        return self.options[key]

    def focus_force(self):
        pass

    def update(self):
        pass

    def after(self, ms, function=None):
        pass

    def after_idle(self, function):
        pass

    def tag_bind(self, *args):
        pass

    def tag_unbind(self, *args):
        pass

    # Items

    def _create(self, kind, coords, options):
        self.last += 1
        self.items[self.last] = [kind, [float(c) for c in coords], options]
        self.order.append(self.last)
        return self.last

    def create_line(self, *coords, **options):
        return self._create("line", coords, options)

    def create_polygon(self, coords, **options):
        return self._create("polygon", coords, options)

    def create_text(self, *coords, **options):
        return self._create("text", coords, options)

    def create_image(self, *coords, **options):
        return self._create("image", coords, options)

    def coords(self, item, *coords):
        if item not in self.items:
            return []
        if not coords:
            return list(self.items[item][1])
        if len(coords) == 1:
            coords = coords[0]
        self.items[item][1] = [float(c) for c in coords]

    def itemconfigure(self, item, **options):
        if item in self.items:
            for key in ("fill", "outline"):
                if options.get(key):
                    rgb(options[key])
            self.items[item][2].update(options)

    def itemconfig(self, item, **options):
        self.itemconfigure(item, **options)

    def delete(self, item):
        if item == "all":
            self.items.clear()
            self.order.clear()
        elif item in self.items:
            del self.items[item]
            self.order.remove(item)

    def tag_raise(self, item):
        if item in self.items and self.order[-1] != item:
            self.order.remove(item)
            self.order.append(item)

    def tag_lower(self, item):
        if item in self.items:
            self.order.remove(item)
            self.order.insert(0, item)

    def type(self, item):
        return self.items[item][0] if item in self.items else None

    def find_all(self):
        return tuple(self.order)

    def bbox(self, item):
        """Of a text: a character is half as wide as the font is high."""
        _, (x, _), options = self.items[item]
        size = options["font"][1]
        height = -size if size < 0 else size * 4 / 3
        width = math.floor(max(map(len, options["text"].split("\n"))) * height / 2)
        left = math.floor(x + 0.5) if abs(x) < 1e9 else 0
        left -= {"sw": 0, "s": width // 2, "se": width}[options["anchor"]]
        return left, 0, left + width, 0  # nobody asks for the height


class PhotoImage:
    def __init__(self, **options):
        if "file" in options:
            raise TclError("no pictures here")

    def blank(self):
        pass


def install():
    tkinter = types.ModuleType("tkinter")
    for name, value in dict(TclError=TclError, Tk=Tk, Frame=Frame, Canvas=Canvas,
                            Scrollbar=Scrollbar, PhotoImage=PhotoImage, ROUND="round",
                            SUNKEN="sunken", HORIZONTAL="horizontal").items():
        setattr(tkinter, name, value)
    dialog = types.ModuleType("tkinter.simpledialog")
    dialog.askstring = dialog.askfloat = lambda *args, **kw: None
    tkinter.simpledialog = dialog
    sys.modules["tkinter"] = tkinter
    sys.modules["tkinter.simpledialog"] = dialog
