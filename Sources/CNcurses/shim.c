// CNcurses
